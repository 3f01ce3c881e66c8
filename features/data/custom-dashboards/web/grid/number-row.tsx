import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import {
  type Contents,
  hasRoomForNumbers,
  numbersOf,
  withMovedNumber,
} from '../dashboard/dashboard.ts'
import { WidgetCard } from '../widget/widget-card.tsx'
import type { GridEditing } from './widget-grid.tsx'

interface NumberRowProps {
  contents: Contents
  state: QuestionState
  editing?: GridEditing & { onAdd: () => void; isFull: boolean }
}

export const AddTile = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button
    type="button"
    className="flex min-h-[60px] w-full cursor-pointer items-center justify-center gap-1 rounded-lg border border-dashed border-line-strong text-sm text-ink-2 transition-colors hover:bg-sunk hover:text-ink"
    onClick={onClick}
  >
    <PlusIcon size={14} />
    {label}
  </button>
)

/** At most six numbers above everything else. DASH-020 */
export const NumberRow = ({ contents, state, editing }: NumberRowProps) => {
  const numbers = numbersOf(contents)
  const hasRoom = hasRoomForNumbers(contents) && !editing?.isFull
  if (numbers.length === 0 && !editing) return null
  const move = (id: string, by: -1 | 1) => editing?.onChange(withMovedNumber(contents, id, by))
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(170px,1fr))] gap-3">
      {numbers.map(([id, widget], index) => (
        <WidgetCard
          key={id}
          widget={widget}
          state={state}
          actions={
            editing && {
              onEdit: () => editing.onEdit(id),
              onDuplicate: hasRoom
                ? editing.onDuplicate && (() => editing.onDuplicate?.(id))
                : undefined,
              onRemove: () => editing.onRemove(id),
              more: [
                {
                  id: 'left',
                  label: 'Move left',
                  isDisabled: index === 0,
                  onSelect: () => move(id, -1),
                },
                {
                  id: 'right',
                  label: 'Move right',
                  isDisabled: index === numbers.length - 1,
                  onSelect: () => move(id, 1),
                },
              ],
            }
          }
        />
      ))}
      {editing && hasRoom && <AddTile label="Add number" onClick={editing.onAdd} />}
    </div>
  )
}
