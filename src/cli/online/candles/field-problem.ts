/** What is wrong with a field of a line; whoever reads the line says which one it is. */
export class FieldProblem extends Error {
  override readonly name = "FieldProblem";
}
