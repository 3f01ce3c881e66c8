import { useMemo } from 'react'
import { qrCode } from './qr-code.ts'

const quietZone = 4
const imageRole = { role: 'img' }

interface QrPictureProps {
  text: string
  label: string
  size?: number
}

/** Dark on white in both themes: scanners expect it. */
export const QrPicture = ({ text, label, size = 196 }: QrPictureProps) => {
  const modules = useMemo(() => qrCode(text), [text])
  if (!modules) return null
  const edge = modules.length + 2 * quietZone
  const path = modules
    .flatMap((line, row) =>
      line.map((isDark, column) =>
        isDark ? `M${column + quietZone} ${row + quietZone}h1v1h-1z` : '',
      ),
    )
    .join('')
  return (
    <svg
      {...imageRole}
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${edge} ${edge}`}
      shapeRendering="crispEdges"
      className="rounded-md border border-line"
    >
      <path d={`M0 0h${edge}v${edge}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
