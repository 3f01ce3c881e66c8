import type { RefObject } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { RangeCalendar } from '@playhead/ui/calendar/range-calendar.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { FieldError } from '@playhead/ui/fields/field.tsx'
import { useMediaQuery } from '@playhead/ui/layout/use-media-query.ts'
import { DropdownPopover } from '@playhead/ui/menus/dropdown-popover.tsx'
import { Drawer } from '@playhead/ui/overlays/drawer.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { MomentFields } from './calendar-fields.tsx'
import { savedTimeframe } from './calendar-range.ts'
import { hasMoreThanBasic, type Question } from '../question/question.ts'
import { useCalendarDraft } from './use-calendar-draft.ts'

interface CalendarFormProps {
  question: Question
  isNarrow: boolean
  onSave: (timeframe: string[]) => void
}

const inOrder = ({ start, end }: ReturnType<typeof useCalendarDraft>['entered']) => {
  if (!start) return null
  const last = end ?? start
  return start.compare(last) <= 0 ? { start, end: last } : { start: last, end: start }
}

const CalendarForm = ({ question, isNarrow, onSave }: CalendarFormProps) => {
  const flags = useFlags()
  const draft = useCalendarDraft(question.timeframe, flags)
  const { entered, complete, errors, bounds } = draft
  const error = errors.date ?? errors.time
  const losesFilters = complete?.isSummed && hasMoreThanBasic(question)
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (complete && !error) onSave(savedTimeframe(complete))
      }}
    >
      <div className={isNarrow ? 'grid gap-3' : 'grid grid-cols-2 gap-4'}>
        <MomentFields
          name="Start"
          date={entered.start}
          onDateChange={draft.setStart}
          typedTime={entered.startTime}
          time={complete?.startTime ?? null}
          isTimeFixed={complete?.isHistorical}
          onTimeChange={draft.setStartTime}
        />
        <MomentFields
          name="End"
          date={entered.end}
          onDateChange={draft.setEnd}
          typedTime={entered.endTime}
          time={complete?.endTime ?? null}
          onTimeChange={draft.setEndTime}
        />
      </div>
      {error && <FieldError>{error}</FieldError>}
      <div className="flex justify-center">
        <RangeCalendar
          key={draft.turn}
          label="Range of dates"
          autoFocus={draft.turn === 0}
          monthCount={isNarrow ? 1 : 2}
          value={inOrder(entered)}
          onChange={draft.choose}
          onFirstDate={draft.setFirstDate}
          minValue={bounds.minDate}
          maxValue={bounds.maxDate}
        />
      </div>
      {losesFilters && (
        <FormMessage tone="warning">
          Selected filter dimensions aren’t available for this time frame and will be removed
        </FormMessage>
      )}
      <div className="flex items-center gap-3">
        <Button kind="ghost" onClick={draft.clear}>
          Clear
        </Button>
        <output className="flex-1 text-sm text-ink-3">
          {draft.mode === 'start' ? 'Choose the start date' : 'Choose the end date'}
          {complete?.isHistorical && ' · Whole days in UTC'}
        </output>
        <Button kind="primary" type="submit" disabled={!complete || error !== undefined}>
          Save
        </Button>
      </div>
    </form>
  )
}

interface TimeframeCalendarProps {
  isOpen: boolean
  onClose: () => void
  triggerRef: RefObject<HTMLElement | null>
  question: Question
  onSave: (timeframe: string[]) => void
}

/** TIME-013 */
const width = 660

export const TimeframeCalendar = ({ isOpen, onClose, ...props }: TimeframeCalendarProps) => {
  const isNarrow = useMediaQuery('(max-width: 599px)')
  const title = 'Custom range'
  const form = <CalendarForm question={props.question} isNarrow={isNarrow} onSave={props.onSave} />
  if (isNarrow)
    return (
      <Drawer isOpen={isOpen} onClose={onClose} title={title}>
        {form}
      </Drawer>
    )
  return (
    <DropdownPopover
      label={title}
      width={width}
      placement="bottom end"
      triggerRef={props.triggerRef}
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose()
      }}
    >
      {form}
    </DropdownPopover>
  )
}
