import { memo } from 'react'
import { countryDots, countryPaths, worldSize } from './world-outline.ts'

interface WorldMapProps {
  /** From 0 to 1 for each country that has any; by ISO 3166-1 code. */
  shares: ReadonlyMap<string, number>
  /** Shown while the pointer is on a country. */
  textOf: (code: string) => string | undefined
}

/** A small share stays visible beside a large one. */
const strengthOf = (share: number) => 0.22 + 0.78 * Math.sqrt(Math.min(Math.max(share, 0), 1))

const styleOf = (share: number | undefined) =>
  share === undefined ? undefined : { fillOpacity: strengthOf(share) }

/** The area shows the share, the dot of a small country its size. */
const radiusOf = (share: number) => 4 + 5 * Math.sqrt(share)

/**
 * Countries coloured by their share. A table with the same numbers belongs beside it, for keyboards and screen readers:
 * the map itself is hidden from them.
 */
export const WorldMap = memo(function WorldMap({ shares, textOf }: WorldMapProps) {
  return (
    <svg
      className="ph-world"
      viewBox={`0 0 ${worldSize.width} ${worldSize.height}`}
      aria-hidden="true"
    >
      {Object.entries(countryPaths).map(([code, path]) => {
        const share = shares.get(code)
        return (
          <path
            key={code}
            d={path}
            data-code={code}
            data-known={share !== undefined || undefined}
            style={styleOf(share)}
          >
            {share !== undefined && <title>{textOf(code)}</title>}
          </path>
        )
      })}
      {Object.entries(countryDots).flatMap(([code, [x, y]]) => {
        const share = shares.get(code)
        if (share === undefined) return []
        return (
          <circle
            key={code}
            cx={x}
            cy={y}
            r={radiusOf(share)}
            data-code={code}
            data-known
            style={styleOf(share)}
          >
            <title>{textOf(code)}</title>
          </circle>
        )
      })}
    </svg>
  )
})
