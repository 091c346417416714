/** A word in a small frame behind a name, which tells it from others of the same name. */
export function Mark({ children }: { readonly children: string }) {
  return (
    <>
      {" "}
      <span class="mark">{children}</span>
    </>
  );
}
