import type { ReactNode } from 'react'
import { CloseIcon } from '../icons/icons.ts'

const seriesCount = 4

function seriesOf(index: number): number {
  return (index % seriesCount) + 1
}

interface ChipProps {
  index: number
  name?: string
  children: ReactNode
  onClick?: () => void
  onRemove?: () => void
  removeLabel?: string
}

export const Chip = ({ index, name, children, onClick, onRemove, removeLabel }: ChipProps) => {
  const text = (
    <>
      {name && <b>{name}</b>} <span>{children}</span>
    </>
  )
  return (
    <span className="ph-chip" data-series={seriesOf(index)}>
      {onClick ? (
        <button type="button" className="ph-chip-text" onClick={onClick}>
          {text}
        </button>
      ) : (
        <span className="ph-chip-text">{text}</span>
      )}
      {onRemove && (
        <button
          type="button"
          className="ph-chip-remove"
          aria-label={removeLabel ?? `Remove ${name ?? 'filter'}`}
          onClick={onRemove}
        >
          <CloseIcon size={12} />
        </button>
      )}
    </span>
  )
}
