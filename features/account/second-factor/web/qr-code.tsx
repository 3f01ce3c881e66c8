import { encode } from 'uqr'

// A screen reader should announce the drawing as one image.
const imageRole = { role: 'img' }

/** Dark on white in both themes, which cameras expect. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { border: 2 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      {...imageRole}
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="w-[184px] rounded-md"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
