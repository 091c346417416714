/** What a referee says must be true; when it is not, the run is over. */
export function claim(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`not true: ${sentence}`);
}
