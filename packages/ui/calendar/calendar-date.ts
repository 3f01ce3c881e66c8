/** The date and time types that the date components use. */
export {
  CalendarDate,
  fromAbsolute,
  getLocalTimeZone,
  Time,
  toCalendarDate,
  toCalendarDateTime,
  toTime,
  toZoned,
} from '@internationalized/date'
