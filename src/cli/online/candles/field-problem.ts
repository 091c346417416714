/** What is wrong with a field of a line; the reader of the line says which one it is. */
export class FieldProblem extends Error {
  override readonly name = "FieldProblem";
}
