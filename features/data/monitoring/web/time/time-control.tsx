import { useRef } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { PauseIcon, PlayIcon } from '@playhead/ui/icons/icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useShortcut } from '@playhead/web-kit/shortcuts.ts'
import { stretchText } from './clock-text.ts'
import { endOfWindow } from './steps.ts'
import { canGoBack, startOf } from './time-machine.ts'
import type { TimeMachine } from './use-time-machine.ts'

const CustomTimePopover = lazyDialog('CustomTimePopover', () => import('./custom-time-popover.tsx'))

const part =
  'rounded-none border-0 border-l border-line first:rounded-l-md first:border-l-0 last:rounded-r-md'

/** MONI-008 … MONI-013 */
export const TimeControl = ({ time }: { time: TimeMachine }) => {
  const { state, shown, newest, send } = time
  const customButton = useRef<HTMLButtonElement>(null)
  const isLive = shown.kind === 'live'
  const isCustom = state.kind === 'custom'
  const toggle = () => send({ kind: isLive ? 'pause' : 'live' })
  useShortcut('p', isLive ? 'Pause' : 'Back to live', toggle)
  const start = startOf(shown, newest)
  const text = stretchText(start, endOfWindow(start), newest)
  return (
    <fieldset
      aria-label="Time"
      className="flex max-w-full min-w-0 rounded-md border border-line-strong bg-surface"
    >
      <Button
        className={part}
        icon={isLive ? <PauseIcon size={14} /> : <PlayIcon size={14} />}
        onClick={toggle}
      >
        {isLive ? 'Pause' : 'Live'}
      </Button>
      <Button
        className={part}
        aria-label="10 minutes back"
        disabled={!canGoBack(shown, newest)}
        onClick={() => send({ kind: 'back' })}
      >
        <span>
          −10
          <span className="max-md:hidden"> min</span>
        </span>
      </Button>
      <Button
        ref={customButton}
        className={`${part} tabular-nums`}
        aria-label={`Custom time, now ${text}`}
        aria-haspopup="dialog"
        aria-expanded={isCustom}
        onClick={() => send({ kind: isCustom ? 'cancel' : 'open' })}
      >
        {text}
      </Button>
      <Button
        className={part}
        aria-label="10 minutes forward"
        disabled={isLive}
        onClick={() => send({ kind: 'forward' })}
      >
        <span>
          +10
          <span className="max-md:hidden"> min</span>
        </span>
      </Button>
      <CustomTimePopover time={time} isOpen={isCustom} triggerRef={customButton} />
    </fieldset>
  )
}
