import type { LimitSubject } from '../../contract.ts'
import type { PlanLimit } from './plan-limits.ts'

export const noticePercents = [80, 100, 120] as const
export type NoticePercent = (typeof noticePercents)[number]

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
export const monthName = (month: Date) => monthFormat.format(month)
const numberFormat = new Intl.NumberFormat('en-US')

const nameOf: Record<Exclude<LimitSubject, 'videos'>, string> = {
  delivered_minutes: 'delivery minutes',
  views: 'views',
}

const goesOn: Record<Exclude<LimitSubject, 'videos'>, string> = {
  delivered_minutes: 'Video is still delivered.',
  views: 'All views are still collected and shown.',
}

export interface ReachedLimit extends PlanLimit {
  subject: Exclude<LimitSubject, 'videos'>
  percent: NoticePercent
}

/** The highest share that is reached. */
export const reachedOf = (limits: readonly PlanLimit[]): ReachedLimit[] =>
  limits.flatMap(({ subject, included, used }) => {
    const percent = noticePercents.findLast((one) => used * 100 >= included * one)
    return percent === undefined || subject === 'videos'
      ? []
      : [{ subject, included, used, percent }]
  })

/** The notice names the step that was passed, and more than that may have been used since. */
export const shareText = ({ included, used, percent }: ReachedLimit) =>
  used * 100 > included * percent ? `more than ${percent} %` : `${percent} %`

export const sentenceOf = (limit: ReachedLimit, month: Date) => {
  const { subject, included } = limit
  return `You’ve used ${shareText(limit)} of the ${numberFormat.format(included)} ${nameOf[subject]} that your plan includes in ${monthName(month)}. ${goesOn[subject]}`
}

/** Banners of the organization. KIT-034, KIT-035 */
export const noticesOf = (reached: readonly ReachedLimit[], month: Date) =>
  reached.map((limit) => {
    const { subject, percent } = limit
    const id = `${month.toISOString().slice(0, 7)} ${subject} ${percent}`
    const isViewLimit = subject === 'views' && percent >= 100
    // At 100 % the banner has its own text.
    if (isViewLimit && percent === 100) return { type: 'view_limit_reached', id }
    const type = isViewLimit ? 'view_limit_reached' : 'volume'
    return { type, id, message: sentenceOf(limit, month) }
  })
