import type { FormEvent, RefObject } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { DropdownPopover } from '@playhead/ui/menus/dropdown-popover.tsx'
import { clockText } from './clock-text.ts'
import { type CustomTime, readCustomTime, settledCustomTime } from './custom-time.ts'
import { endOfWindow } from './steps.ts'
import type { TimeMachine } from './use-time-machine.ts'

const days = [
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'today', label: 'Today' },
] as const

const digits = { inputMode: 'numeric', maxLength: 2, autoComplete: 'off' } as const

/** MONI-013 … MONI-016 */
const CustomTimeForm = ({ draft, time }: { draft: CustomTime; time: TimeMachine }) => {
  const { start, errors } = readCustomTime(draft, time.newest)
  const type = (change: Partial<CustomTime>) =>
    time.send({ kind: 'type', draft: { ...draft, ...change } })
  const settle = () => time.send({ kind: 'type', draft: settledCustomTime(draft, time.newest) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    time.send({ kind: 'apply' })
  }
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <SegmentedControl
        label="Day"
        value={draft.day}
        onChange={(day) => type({ day })}
        options={days}
      />
      <div className="grid grid-cols-3 items-start gap-2">
        <TextField
          {...digits}
          label="Hour"
          value={draft.hour}
          onChange={(hour) => type({ hour })}
          onBlur={settle}
          error={errors.hour ?? errors.time}
          autoFocus
        />
        <TextField
          {...digits}
          label="Minute"
          value={draft.minute}
          onChange={(minute) => type({ minute })}
          onBlur={settle}
          error={errors.minute}
        />
        <TextField
          label="Until"
          value={start === undefined ? '' : clockText(endOfWindow(start))}
          isReadOnly
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={() => time.send({ kind: 'cancel' })}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={start === undefined}>
          Show
        </Button>
      </div>
    </form>
  )
}

interface CustomTimePopoverProps {
  time: TimeMachine
  isOpen: boolean
  triggerRef: RefObject<HTMLElement | null>
}

/** MONI-010 */
export const CustomTimePopover = ({ time, isOpen, triggerRef }: CustomTimePopoverProps) => (
  <DropdownPopover
    label="Custom time"
    placement="bottom end"
    width={320}
    isOpen={isOpen}
    onOpenChange={(next) => next || time.send({ kind: 'cancel' })}
    triggerRef={triggerRef}
  >
    {time.state.kind === 'custom' && <CustomTimeForm draft={time.state.draft} time={time} />}
  </DropdownPopover>
)
