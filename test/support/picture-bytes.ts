/** The most that the README's picture of the console may weigh: a page that one looks at first loads fast. */
export const PICTURE_BYTES_MAX = 200_000;
