import { useState } from 'react'
import {
  type CalendarDate,
  getLocalTimeZone,
  type Time,
} from '@playhead/ui/calendar/calendar-date.ts'
import {
  calendarBounds,
  completeDraft,
  type Draft,
  draftErrors,
  draftOf,
  emptyDraft,
  defaultDraft,
  withDates,
  withFirstDate,
  withStart,
} from './calendar-range.ts'
import { type Limits, rangeOf, type TimeframeTexts } from './timeframe.ts'

/** The current input, starting from the selected range or else the default. TIME-019 */
export const useCalendarDraft = (timeframe: TimeframeTexts, limits: Limits) => {
  const [circumstances] = useState(() => ({
    now: Date.now(),
    timeZone: getLocalTimeZone(),
    limits,
  }))
  const [draft, setDraft] = useState<Draft>(() => {
    const range = timeframe.length === 2 ? rangeOf(timeframe, circumstances.now) : undefined
    return range ? draftOf(range, circumstances) : defaultDraft(circumstances)
  })
  const [firstDate, setFirstDate] = useState<CalendarDate | null>(null)
  /** Counts dates entered by text, to which the calendar then scrolls. */
  const [turn, setTurn] = useState(0)
  const enter = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const enterDate = (changes: (before: Draft) => Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes(before) }))
    setTurn((count) => count + 1)
  }
  const entered = firstDate ? withFirstDate(draft, firstDate) : draft
  return {
    turn,
    entered,
    mode: firstDate ? ('end' as const) : ('start' as const),
    complete: completeDraft(entered, circumstances),
    errors: draftErrors(entered, circumstances),
    bounds: calendarBounds(circumstances),
    setFirstDate,
    choose: (range: { start: CalendarDate; end: CalendarDate }) =>
      setDraft((before) => withDates(before, range, circumstances)),
    // TIME-025: another date has another default time.
    setStart: (start: CalendarDate | null) =>
      enterDate((before) => withStart(before, start, circumstances)),
    setEnd: (end: CalendarDate | null) =>
      enterDate(({ endTime, isEndTimeTyped }) => ({
        end,
        endTime: isEndTimeTyped ? endTime : null,
      })),
    setStartTime: (startTime: Time | null) => enter({ startTime, isStartTimeTyped: true }),
    setEndTime: (endTime: Time | null) => enter({ endTime, isEndTimeTyped: true }),
    /** TIME-015 */
    clear: () => {
      setDraft(emptyDraft)
      setFirstDate(null)
      setTurn((count) => count + 1)
    },
  }
}
