import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { incidentTypes, storedIncidentStatuses } from '@playhead/features/data/incidents/contract'
import { alertLimits } from '../../contract.ts'
import { useIncidentPage } from '../use-incidents.ts'

export type ListedStatus = (typeof storedIncidentStatuses)[number] | 'all'
export type ListedType = (typeof incidentTypes)[number] | 'all'

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined) =>
  values.find((value) => value === text)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the address asks for. ALRT-003, ALRT-013 */
export const useIncidentList = () => {
  const setSearch = useSetSearch()
  const pages = usePageParameter()
  const asked = useSearchValue('status')
  const status: ListedStatus =
    asked === 'all' ? 'all' : (oneOf(storedIncidentStatuses, asked) ?? 'open')
  const type = oneOf(incidentTypes, useSearchValue('type'))
  const askedRule = useSearchValue('rule')
  const rule = askedRule !== undefined && uuid.test(askedRule) ? askedRule : undefined
  const list = useIncidentPage({
    ...(status !== 'all' && { status }),
    ...(type && { type }),
    ...(rule && { rule }),
    page: pages.page,
  })
  useExistingPage(pages, alertLimits.incidentsPage, list)
  const set = (changes: Record<string, string | undefined>) =>
    setSearch({ ...changes, page: undefined })
  return {
    list,
    status,
    type,
    rule,
    page: pages.page,
    hrefFor: pages.hrefFor,
    isNarrowed: type !== undefined || rule !== undefined,
    setStatus: (next: ListedStatus) => set({ status: next }),
    setType: (next: ListedType) => set({ type: next === 'all' ? undefined : next }),
    setRule: (next: string) => set({ rule: next === 'all' ? undefined : next }),
    clear: () => set({ status: 'open', type: undefined, rule: undefined }),
  }
}

export type IncidentList = ReturnType<typeof useIncidentList>
