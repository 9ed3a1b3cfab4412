/** The product's mark: a point and the wake it draws. A site's own logo (branding) replaces it. */
export function BrandMark({ size = 22, logo }: { readonly size?: number; readonly logo?: string | undefined }) {
  if (logo !== undefined && logo !== "") return <img src={logo} alt="" height={size} style={{ display: "block" }} />;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      aria-hidden="true"
      style={{ display: "block", flex: "none" }}
    >
      <path d="M3 26C10 24.5 18 19 24.5 9.5" stroke="var(--wl-accent-text)" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M3 18C9 17 15 14 20 7.5"
        stroke="var(--wl-accent-text)"
        strokeWidth="2.4"
        strokeLinecap="round"
        opacity="0.55"
      />
      <path
        d="M14 28.5C19.5 26 25 20 28 13.5"
        stroke="var(--wl-accent-text)"
        strokeWidth="2.4"
        strokeLinecap="round"
        opacity="0.55"
      />
      <circle cx="26" cy="6.5" r="3.4" fill="var(--wl-accent-text)" />
    </svg>
  );
}
