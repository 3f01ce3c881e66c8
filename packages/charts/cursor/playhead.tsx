/** The line with the head of the logo: here, or now. */
export const Playhead = ({ x }: { x: number }) => (
  <div className="ph-chart-playhead" style={{ transform: `translateX(${x}px)` }}>
    <svg width="12" height="13" viewBox="0 0 12 13" aria-hidden="true">
      <path d="M0.5 0h11v7.2L6 13 0.5 7.2z" />
    </svg>
  </div>
)
