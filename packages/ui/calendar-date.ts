/** Dates and times of day as the date parts take them. */
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
