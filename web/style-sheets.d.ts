/** A style sheet is imported for its effect: the bundler puts it into the page's own file. */
declare module "*.css";
