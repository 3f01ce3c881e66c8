import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { ChevronDownIcon, CloseIcon } from '@playhead/ui/icons/icons.ts'
import type { Columns } from './use-columns.ts'
import { columnName, ValuePicker } from './value-picker.tsx'

interface ColumnHeadProps {
  columns: Columns
  place: number
  state: QuestionState
}

export const ColumnHead = ({ columns, place, state }: ColumnHeadProps) => {
  const { dimension, values } = columns
  const name = columnName(dimension, values[place]!)
  return (
    <span className="flex items-center justify-end gap-1">
      <ValuePicker
        label={`Value of column ${place + 1}`}
        dimension={dimension}
        state={state}
        taken={values}
        onSelect={(value) => columns.change(place, value)}
        trigger={
          <Button
            kind="ghost"
            size="sm"
            iconAfter={<ChevronDownIcon size={14} />}
            aria-label={`${name}, change the value of column ${place + 1}`}
          >
            {name}
          </Button>
        }
      />
      {values.length > 1 && (
        <IconButton
          size="sm"
          icon={<CloseIcon size={14} />}
          label={`Remove ${name}`}
          onClick={() => columns.remove(place)}
        />
      )}
    </span>
  )
}
