import {
  type SubviewAttribute,
  subviewAttributes,
  type SubviewType,
} from '@playhead/metrics/subviews.ts'

export const isSubviewAttribute = (type: SubviewType, name: string): name is SubviewAttribute =>
  (subviewAttributes[type] as readonly string[]).includes(name)

/** Stands for a missing value, in responses and in filters. */
export const noValue = '__empty__'
