/** Keys of object literals in quotes: without them the transpiler takes a key for a variable. */
import { createRequire } from "node:module";

interface SyntaxNode {
  readonly name: SyntaxNode;
  readonly text: string;
  getStart(): number;
}

/** What is used of the compiler that the transpiler is built on; this package's own has no such interface. */
interface Compiler {
  readonly ScriptTarget: { readonly ESNext: number };
  createSourceFile(name: string, text: string, target: number, hasParents: boolean): SyntaxNode;
  forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void;
  isPropertyAssignment(node: SyntaxNode): boolean;
  isIdentifier(node: SyntaxNode): boolean;
}

const ts = createRequire(import.meta.resolve("ast-transpiler"))("typescript") as Compiler;

export function quoteKeys(source: string): string {
  const names: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) names.push(node.name);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", source, ts.ScriptTarget.ESNext, true));
  let quoted = source;
  for (const name of names.reverse()) {
    const at = name.getStart();
    quoted = `${quoted.slice(0, at)}"${name.text}"${quoted.slice(at + name.text.length)}`;
  }
  return quoted;
}
