import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/icons.ts'

export const CalendarMonths = ({ count, isRange }: { count: number; isRange: boolean }) => {
  return (
    <>
      <header className="ph-calendar-head">
        <Button slot="previous" className="ph-calendar-step">
          <ChevronLeftIcon size={15} />
        </Button>
        {Array.from({ length: count }, (_, months) => (
          <CalendarHeading key={months} offset={{ months }} className="ph-calendar-heading" />
        ))}
        <Button slot="next" className="ph-calendar-step">
          <ChevronRightIcon size={15} />
        </Button>
      </header>
      <div className="ph-calendar-months" data-range={isRange || undefined}>
        {Array.from({ length: count }, (_, months) => (
          <CalendarGrid key={months} offset={{ months }} className="ph-calendar-grid">
            <CalendarGridHeader>
              {(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) => <CalendarCell date={date} className="ph-calendar-cell" />}
            </CalendarGridBody>
          </CalendarGrid>
        ))}
      </div>
    </>
  )
}
