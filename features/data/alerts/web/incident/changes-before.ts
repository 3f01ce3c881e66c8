import { useQuery } from '@tanstack/react-query'
import { auditTrail } from '@playhead/features/account/audit-trail/contract'
import { actorName, describeChange } from '@playhead/features/account/audit-trail/web'
import { annotations } from '@playhead/features/data/annotations/contract'
import { query } from '@playhead/web-kit/queries/query.ts'
import { currentTenant } from '@playhead/web-kit/session/tenant.ts'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'

const hourSeconds = 3_600
const pageMax = 100

export interface ChangeBefore {
  id: string
  /** Milliseconds since 1970. */
  time: number
  text: string
  /** Undefined for an annotation, which has no author. */
  who: string | undefined
}

/** The minutes around the hour before, as a question has them. */
const timeframeOf = (startTime: number) => {
  const minute = (seconds: number) => String(seconds * 60)
  return [
    minute(Math.floor((startTime - hourSeconds) / 60)),
    minute(Math.floor(startTime / 60) + 1),
  ]
}

const useNotes = (timeframe: string[]) =>
  useQuery(
    query(
      annotations.list,
      { query: { timeframe, page: 1, limit: pageMax, orderDirection: 'desc' } },
      { quiet: true },
    ),
  )

/** Only admins may see who changed what. docs/adr/0087 */
const useSettingChanges = (timeframe: string[], isEnabled: boolean) =>
  useQuery({
    ...query(
      auditTrail.listChanges,
      { query: { timeframe, page: 1, limit: pageMax } },
      { quiet: true },
    ),
    enabled: isEnabled,
  })

/** What people and programs noted and changed in the hour before an incident began, newest first. */
export const useChangesBefore = (startTime: number) => {
  const hasSettings = useIsAdmin()
  const { environmentId } = currentTenant()
  const timeframe = timeframeOf(startTime)
  const notes = useNotes(timeframe)
  const settings = useSettingChanges(timeframe, hasSettings)
  const lists = hasSettings ? [notes, settings] : [notes]
  const failed = lists.find(({ isLoadingError }) => isLoadingError)
  const isKnown = lists.every(({ data }) => data !== undefined)
  const noted = (notes.data?.data ?? []).map(({ id, date, note }): ChangeBefore => ({
    id,
    time: Date.parse(date),
    text: note,
    who: undefined,
  }))
  const changed = (hasSettings ? (settings.data?.data ?? []) : [])
    .filter(
      // An annotation is listed as itself.
      (one) => one.environmentId === environmentId && !one.action.startsWith('annotation.'),
    )
    .map((one): ChangeBefore => {
      const { what, subject } = describeChange(one)
      return {
        id: one.id,
        time: Date.parse(one.createdAt),
        text: subject ? `${what}: ${subject}` : what,
        who: actorName(one),
      }
    })
  const endMs = startTime * 1_000
  return {
    hasSettings,
    changes: isKnown
      ? [...noted, ...changed]
          .filter(({ time }) => time >= endMs - hourSeconds * 1_000 && time <= endMs)
          .toSorted((one, other) => other.time - one.time)
      : undefined,
    failure: failed?.error?.message,
    isFetching: lists.some(({ isFetching }) => isFetching),
    retry: () => lists.forEach(({ refetch }) => void refetch()),
  }
}
