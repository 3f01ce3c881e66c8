import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { unknownValue } from '@playhead/domain/format.ts'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import {
  ActivityHeader,
  ActivityList,
  keptAliases,
  SearchInput,
  TimeframeSelect,
} from '@playhead/features/activity/events/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { DownloadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { useDownload } from '@playhead/web-kit/calls/download.ts'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { auditTrail } from '../contract.ts'
import { changeColumns } from './changes-card.tsx'
import { actionName, kindNames } from './describe-change.ts'

const isKind = (actor: string): actor is keyof typeof kindNames => Object.hasOwn(kindNames, actor)

const useChangeList = () => {
  const setSearch = useSetSearch()
  const timeframe = useSearchValue('timeframe')
  const action = useSearchValue('action')
  const actor = useSearchValue('actor')
  const subjectId = useSearchValue('subject_id')
  const alias = keptAliases.find((known) => known === timeframe)
  const paging = usePageParameter()
  const filter = {
    ...(action && { action }),
    ...(actor && { actor }),
    ...(subjectId && { subjectId }),
    ...(alias && { timeframe: [alias] }),
  }
  const list = useQuery({
    ...query(
      auditTrail.listChanges,
      { query: { page: paging.page, limit: pageLimits.defaultLimit, ...filter } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, pageLimits.defaultLimit, list)
  return {
    ...paging,
    list,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    setFilter: (name: 'action' | 'actor', value: string) =>
      setSearch({ [name]: value === 'all' ? undefined : value, page: undefined }),
    clear: () =>
      setSearch({
        action: undefined,
        actor: undefined,
        subject_id: undefined,
        timeframe: undefined,
        page: undefined,
      }),
  }
}

type ChangeList = ReturnType<typeof useChangeList>

interface ValueSelectProps {
  changes: ChangeList
  name: 'action' | 'actor'
  label: string
  all: string
  values: readonly string[]
  nameOf: (value: string) => string
}

const ValueSelect = ({ changes, name, label, all, values, nameOf }: ValueSelectProps) => {
  const chosen = changes.filter[name]
  const known = chosen === undefined || values.includes(chosen) ? values : [...values, chosen]
  return (
    <Select
      label={label}
      isLabelHidden
      value={chosen ?? 'all'}
      options={[
        { value: 'all', label: all },
        ...known.map((value) => ({ value, label: nameOf(value) })),
      ]}
      onChange={(value) => changes.setFilter(name, value)}
    />
  )
}

const Filters = ({ changes }: { changes: ChangeList }) => {
  const { isDownloading, start } = useDownload()
  const data = changes.list.data
  return (
    <>
      <SearchInput label="Find a subject" placeholder="ID of what changed" name="subject_id" />
      <ValueSelect
        changes={changes}
        name="action"
        label="Action"
        all="Any change"
        values={data?.actions ?? []}
        nameOf={actionName}
      />
      <ValueSelect
        changes={changes}
        name="actor"
        label="Who"
        all="Anyone"
        values={data?.actors ?? []}
        nameOf={(actor) => (isKind(actor) ? kindNames[actor] : actor)}
      />
      <TimeframeSelect allLabel="All time" />
      <Button
        icon={<DownloadIcon size={14} />}
        isLoading={isDownloading}
        disabled={!data || data.totalRowCount === 0}
        onClick={() => void start(auditTrail.listChanges, { query: changes.filter })}
      >
        CSV
      </Button>
    </>
  )
}

const NoChanges = ({ changes }: { changes: ChangeList }) =>
  changes.isFiltered ? (
    <EmptyState
      title="No changes found"
      action={<Button onClick={changes.clear}>Clear filters</Button>}
    >
      No changes of this organization match these filters.
    </EmptyState>
  ) : (
    <EmptyState title="No changes yet">
      What people and programs change in this organization is listed here.
    </EmptyState>
  )

const [change, actor, when] = changeColumns

const columns = [
  change!,
  actor!,
  {
    id: 'from',
    title: 'From',
    render: ({ network, userAgent }) => (
      <span className="grid min-w-0 justify-items-end md:justify-items-start">
        <span className="tabular-nums">{network ?? unknownValue}</span>
        {userAgent && (
          <span
            className="line-clamp-1 max-w-[320px] break-all text-xs text-ink-3"
            title={userAgent}
          >
            {userAgent}
          </span>
        )}
      </span>
    ),
  },
  when!,
] satisfies typeof changeColumns

/** Who changed what in the whole organization, for admins. */
export const Screen = () => {
  const changes = useChangeList()
  const { list } = changes
  return (
    <>
      <ActivityHeader tab="changes" />
      <ActivityList
        title="Changes"
        description="Who changed what in this organization, in all of its environments."
        list={list}
        columns={columns}
        filters={<Filters changes={changes} />}
        empty={<NoChanges changes={changes} />}
        page={changes.page}
        hrefFor={changes.hrefFor}
      />
    </>
  )
}
