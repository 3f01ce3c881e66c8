import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { ChevronDownIcon } from '@playhead/ui/icons/icons.ts'
import { CalendarIcon } from '@playhead/ui/icons/subject-icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useShortcut } from '@playhead/web-kit/shortcuts.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { historicalPresets, presets } from './timeframe.ts'
import { timeframeWords } from './timeframe-words.ts'
import type { QuestionState } from '../question/use-question.ts'

const loadMenu = () => import('@playhead/ui/menus/menu-popover.tsx')
const loadCalendar = () => import('./timeframe-calendar.tsx')
const PresetMenu = lazyDialog('MenuPopover', loadMenu)
const TimeframeCalendar = lazyDialog('TimeframeCalendar', loadCalendar)

// A failed preload is ignored here and reported when the menu opens.
const prepare = () => void loadMenu().catch(() => undefined)

/** TIME-009 */
type Mode = 'closed' | 'dropdown' | 'picker'

interface TimeframePickerProps {
  state: Pick<QuestionState, 'question' | 'setTimeframe'>
}

/** The timeframe control for the head of every screen with a range. */
export const TimeframePicker = ({ state: { question, setTimeframe } }: TimeframePickerProps) => {
  const { timeframe } = question
  const limits = useFlags()
  // Used to omit the current year.
  const [now] = useState(() => Date.now())
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [mode, setMode] = useState<Mode>('closed')
  const [focusOnOpen, setFocusOnOpen] = useState<'first' | 'menu'>('menu')
  const open = (focus: 'first' | 'menu') => {
    setFocusOnOpen(focus)
    setMode('dropdown')
  }
  useShortcut('t', 'Choose the timeframe', () => {
    triggerRef.current?.focus()
    open('first')
  })
  // The entry that opens the calendar also closes the menu, in either order.
  const leave = (left: Mode) => setMode((now) => (now === left ? 'closed' : now))
  // The menu entry that had the focus no longer exists.
  const leaveCalendar = () => {
    leave('picker')
    requestAnimationFrame(() => triggerRef.current?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open('first')
  }
  const isCustom = timeframe.length === 2
  const offered = limits.historicalMetrics ? [...presets, ...historicalPresets] : presets
  return (
    <>
      <Button
        ref={triggerRef}
        icon={<CalendarIcon size={14} />}
        iconAfter={<ChevronDownIcon size={14} />}
        aria-haspopup={mode === 'picker' ? 'dialog' : 'menu'}
        aria-expanded={mode !== 'closed'}
        aria-keyshortcuts="T"
        onPointerEnter={prepare}
        onFocus={prepare}
        onKeyDown={onKeyDown}
        onClick={({ detail }) =>
          mode === 'closed' ? open(detail === 0 ? 'first' : 'menu') : setMode('closed')
        }
      >
        {timeframeWords(timeframe, { now, limits })}
      </Button>
      <PresetMenu
        label="Timeframe"
        placement="bottom end"
        isOpen={mode === 'dropdown'}
        onOpenChange={(isOpen) => !isOpen && leave('dropdown')}
        triggerRef={triggerRef}
        focusOnOpen={focusOnOpen}
        items={[
          {
            id: 'presets',
            items: offered.map(({ alias, label }) => ({
              id: alias,
              label,
              isSelected: !isCustom && timeframe[0] === alias,
              // TIME-011
              onSelect: () => setTimeframe([alias]),
            })),
          },
          {
            id: 'others',
            items: [
              {
                id: 'custom',
                label: 'Custom Range',
                isSelected: isCustom,
                // TIME-012
                onSelect: () => setMode('picker'),
              },
            ],
          },
        ]}
      />
      <TimeframeCalendar
        isOpen={mode === 'picker'}
        onClose={leaveCalendar}
        triggerRef={triggerRef}
        question={question}
        onSave={(chosen) => {
          setTimeframe(chosen)
          leaveCalendar()
        }}
      />
    </>
  )
}
