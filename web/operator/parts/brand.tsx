/** The mark and the name, as on every page of the product, and which page this is. */
export function Brand() {
  return (
    <h1 class="brand">
      <svg class="brand-mark" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M4 16V8h2v8zM9 16V4h2v12zM14 16v-5h2v5z" />
      </svg>
      Bourse <span class="brand-place">operator</span>
    </h1>
  );
}
