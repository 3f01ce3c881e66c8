import { invalidField } from '@playhead/contract-kit/errors.ts'
import { isTimeZone } from '@playhead/domain/time-zone.ts'

export const requireTimeZone = (name: string) => {
  if (!isTimeZone(name)) throw invalidField('time_zone', 'This time zone is unknown.')
}
