/** A word in a small frame behind a name, which tells it from others of the same name. */
interface MarkProps {
  readonly children: string;
  /** Of what must not be overlooked. */
  readonly isLoud?: boolean;
  /** What a short word stands for. */
  readonly title?: string;
}

export function Mark({ children, isLoud = false, title }: MarkProps) {
  return (
    <>
      {" "}
      <span class={isLoud ? "mark mark-loud" : "mark"} title={title}>
        {children}
      </span>
    </>
  );
}
