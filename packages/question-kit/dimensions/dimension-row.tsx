import type { KeyboardEvent } from 'react'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { StarIcon } from '@playhead/ui/icons/subject-icons.ts'
import type { DimensionEntry } from './dimension-groups.ts'

/** METR-060 */
export const unavailableText = 'Dimension not available for the selected time range'

interface DimensionRowProps {
  dimension: DimensionEntry
  isSelected: boolean
  isAvailable: boolean
  isStarred: boolean
  canStar: boolean
  /** Only this row is in the tab order; arrow keys reach the others. */
  isStop: boolean
  /** How many of its values are chosen. */
  count?: number
  onFocus: () => void
  onSelect: () => void
  onStar: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

const rowLook =
  'group relative flex items-center rounded-md aria-[current]:bg-sunk has-[[aria-current]]:bg-sunk hover:bg-sunk'
const nameLook =
  'min-h-[28px] min-w-0 grow cursor-pointer py-1 pr-1 pl-2 text-left text-sm leading-tight text-ink-2 rounded-md break-words ' +
  'aria-[current]:font-semibold aria-[current]:text-ink aria-disabled:cursor-default aria-disabled:opacity-60'
const starLook =
  'grid size-[28px] shrink-0 cursor-pointer place-items-center rounded-md text-ink-3 ' +
  'not-aria-pressed:opacity-0 group-hover:opacity-100 focus-visible:opacity-100 group-focus-within:opacity-100 pointer-coarse:opacity-100 ' +
  'aria-pressed:[&_svg]:fill-current'

export const DimensionRow = (props: DimensionRowProps) => {
  const { dimension, isAvailable, isStop } = props
  const name = (
    <button
      type="button"
      className={nameLook}
      data-dimension={dimension.id}
      tabIndex={isStop ? 0 : -1}
      aria-current={props.isSelected ? 'true' : undefined}
      aria-disabled={isAvailable ? undefined : true}
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onClick={props.onSelect}
    >
      {dimension.displayName}
    </button>
  )
  return (
    <li className={rowLook}>
      {isAvailable ? (
        name
      ) : (
        <Tooltip content={unavailableText} placement="right">
          {name}
        </Tooltip>
      )}
      {props.count !== undefined && (
        <span className="px-1 text-xs text-ink-3 tabular-nums">
          {props.count}
          <VisuallyHidden> chosen</VisuallyHidden>
        </span>
      )}
      {props.canStar && (
        <button
          type="button"
          className={starLook}
          tabIndex={isStop ? 0 : -1}
          aria-pressed={props.isStarred}
          aria-label={`Star ${dimension.displayName}`}
          onFocus={props.onFocus}
          onKeyDown={props.onKeyDown}
          onClick={props.onStar}
        >
          <StarIcon size={14} />
        </button>
      )}
    </li>
  )
}
