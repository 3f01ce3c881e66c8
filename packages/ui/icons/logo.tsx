export const PlayheadMark = ({ size = 20 }: { size?: number }) => {
  return (
    <svg width={size * 0.9} height={size} viewBox="0 0 18 20" aria-hidden="true">
      <path d="M2 0h14v7.5L9 14 2 7.5z" fill="var(--mark)" />
      <path d="M9 13v7" stroke="var(--mark)" strokeWidth="2" />
    </svg>
  )
}

export const Logo = ({ size = 20 }: { size?: number }) => {
  return (
    <span className="ph-logo">
      <PlayheadMark size={size} />
      Playhead
    </span>
  )
}
