import { type CSSProperties, useRef, useState } from 'react'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '@playhead/ui/icons/icons.ts'
import { GripIcon } from '@playhead/ui/icons/subject-icons.ts'
import {
  type Contents,
  gridEntries,
  layoutOf,
  sizeOf,
  type WidgetEntry,
  withLayout,
} from '../dashboard/dashboard.ts'
import {
  gridColumns,
  type Layout,
  moveInOrder,
  type Position,
  readingOrder,
  rowCountOf,
  setSize,
  type Size,
  sizes,
} from './grid-layout.ts'
import { gridGap, type Placement, rowHeight, usePlacement } from './use-placement.ts'
import { WidgetCard } from '../widget/widget-card.tsx'

export interface GridEditing {
  onChange: (contents: Contents) => void
  onEdit: (id: string) => void
  onDuplicate?: (id: string) => void
  onRemove: (id: string) => void
}

interface WidgetGridProps {
  contents: Contents
  state: QuestionState
  editing?: GridEditing
}

const across = (columns: number) =>
  `calc((100% + ${gridGap}px) * ${columns} / ${gridColumns} - ${gridGap}px)`
const down = (rows: number) => `${rows * (rowHeight + gridGap) - gridGap}px`

const frameOf = ({ row, column, rowSpan, columnSpan }: Position) =>
  ({
    '--x': `calc((100% + ${gridGap}px) * ${column} / ${gridColumns})`,
    '--y': `${row * (rowHeight + gridGap)}px`,
    '--w': across(columnSpan),
    '--h': down(rowSpan),
  }) as CSSProperties

const placed = 'md:absolute md:top-(--y) md:left-(--x) md:h-(--h) md:w-(--w)'
const moving =
  'md:transition-[top,left,width,height] md:duration-300 motion-reduce:md:transition-none'

/** On a phone the components form one column, and two buttons change their order. */
const OrderButtons = ({ name, onMove }: { name: string; onMove: (by: -1 | 1) => void }) => (
  <span className="flex md:hidden">
    <IconButton
      size="sm"
      icon={<ArrowUpIcon size={14} />}
      label={`Move ${name} up`}
      onClick={() => onMove(-1)}
    />
    <IconButton
      size="sm"
      icon={<ArrowDownIcon size={14} />}
      label={`Move ${name} down`}
      onClick={() => onMove(1)}
    />
  </span>
)

interface HandleProps {
  id: string
  name: string
  placement: Placement
  onMove: (by: -1 | 1) => void
}

const Handle = ({ id, name, placement, onMove }: HandleProps) => (
  <>
    <span className="hidden md:block">
      <IconButton
        size="sm"
        icon={<GripIcon size={15} />}
        label={`Move ${name}`}
        aria-describedby="placement-help"
        data-handle={id}
        className="-ml-2 cursor-grab touch-none active:cursor-grabbing"
        {...placement.handleProps(id)}
      />
    </span>
    <OrderButtons name={name} onMove={onMove} />
  </>
)

const Corner = ({ id, placement }: { id: string; placement: Placement }) => (
  <span
    aria-hidden="true"
    data-resize={id}
    className="absolute right-0 bottom-0 hidden size-[22px] cursor-nwse-resize touch-none after:absolute after:right-[5px] after:bottom-[5px] after:size-[9px] after:rounded-br-sm after:border-r-2 after:border-b-2 after:border-ink-4 md:block"
    {...placement.resizeProps(id)}
  />
)

const sizeLabels: Record<Size, string> = { half: 'Half size', full: 'Full size' }

/**
 * During a drag the DOM order stays, otherwise the dragged element would lose the focus; afterwards it follows the
 * layout.
 */
const useOrder = (layout: Layout, isHeld: boolean) => {
  const reading = readingOrder(layout).join()
  const [order, setOrder] = useState(reading)
  if (!isHeld && order !== reading) setOrder(reading)
  return isHeld ? order : reading
}

/** All components except numbers, on a grid of six columns. */
export const WidgetGrid = ({ contents, state, editing }: WidgetGridProps) => {
  const gridRef = useRef<HTMLDivElement>(null)
  const layout = layoutOf(contents)
  const onLayout = (next: Layout) => editing?.onChange(withLayout(contents, next))
  const nameOf = (id: string) => contents.widgets[id]?.displayName ?? ''
  const placement = usePlacement({ gridRef, layout, nameOf, onLayout })
  const { held } = placement
  const order = useOrder(layout, held !== undefined)
  const entries = new Map(gridEntries(contents, layout))

  const style = (id: string, position: Position): CSSProperties => {
    if (held?.id !== id || held.by === 'keys') return frameOf(position)
    const from = held.before.get(id)!
    if (held.by === 'move')
      return { ...frameOf(from), translate: `${held.dx}px ${held.dy}px`, zIndex: 20 }
    const grown = { '--w': `calc(${across(from.columnSpan)} + ${held.dx}px)` }
    return {
      ...frameOf(from),
      ...(grown as CSSProperties),
      '--h': `calc(${down(from.rowSpan)} + ${held.dy}px)`,
      zIndex: 20,
    } as CSSProperties
  }

  const item = (id: string, widget: WidgetEntry[1]) => {
    const position = layout.get(id)!
    const isDragged = held?.id === id && held.by !== 'keys'
    const isHeldByKeys = held?.id === id && held.by === 'keys'
    return (
      <div
        key={id}
        style={style(id, position)}
        className={`relative ${placed} ${editing && !isDragged ? moving : ''} ${isDragged ? 'rounded-lg shadow-raised' : ''} ${isHeldByKeys ? 'rounded-lg outline-2 outline-offset-2 outline-focus' : ''}`}
      >
        <WidgetCard
          widget={widget}
          state={state}
          isTall={position.rowSpan > 1}
          handle={
            editing && (
              <Handle
                id={id}
                name={widget.displayName}
                placement={placement}
                onMove={(by) => onLayout(moveInOrder(layout, id, by))}
              />
            )
          }
          actions={
            editing && {
              onEdit: () => editing.onEdit(id),
              onDuplicate: editing.onDuplicate && (() => editing.onDuplicate?.(id)),
              onRemove: () => editing.onRemove(id),
              more: (Object.keys(sizes) as Size[]).map((size) => ({
                id: size,
                label: sizeLabels[size],
                isSelected: sizeOf(position) === size,
                onSelect: () => onLayout(setSize(layout, id, size)),
              })),
            }
          }
        />
        {editing && <Corner id={id} placement={placement} />}
      </div>
    )
  }

  const target = held && held.by !== 'keys' ? layout.get(held.id) : undefined
  return (
    <>
      <div
        ref={gridRef}
        className="relative flex flex-col gap-3 md:block md:h-(--h)"
        style={{ '--h': down(Math.max(rowCountOf(layout), 0)) } as CSSProperties}
      >
        {target && (
          <div
            aria-hidden="true"
            style={frameOf(target)}
            className={`hidden rounded-lg border border-dashed border-line-strong bg-sunk md:block ${placed}`}
          />
        )}
        {order
          .split(',')
          .map((id) => [id, entries.get(id)] as const)
          .map(([id, widget]) => widget && item(id, widget))}
      </div>
      {editing && (
        <>
          <p id="placement-help" className="ph-visually-hidden">
            Arrow keys move it, with Shift they change its size. Enter drops it, Escape puts it
            back.
          </p>
          <output aria-live="assertive" className="ph-visually-hidden">
            {placement.announcement}
          </output>
        </>
      )}
    </>
  )
}
