/** A word in a small frame behind a name, which tells it from others of the same name. */
interface MarkProps {
  readonly children: string;
  /** Of what must not be overlooked. */
  readonly isLoud?: boolean;
}

export function Mark({ children, isLoud = false }: MarkProps) {
  return (
    <>
      {" "}
      <span class={isLoud ? "mark mark-loud" : "mark"}>{children}</span>
    </>
  );
}
