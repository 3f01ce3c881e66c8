import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { CodeIcon } from '@playhead/ui/icons/icons.ts'
import { DownloadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PanelTabs } from '@playhead/ui/navigation/panel-tabs.tsx'
import { useDownload } from '@playhead/web-kit/calls/download.ts'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { usage, usageLimits } from '../contract.ts'
import { ApiCall } from './api-call.tsx'
import type { TableGroup } from './usage-name.tsx'
import { UsageTable } from './usage-table.tsx'
import { countedText, hasDataCosts } from './usage-texts.ts'
import { queryOf, useUsage } from './use-usage.ts'

const tabs: { id: TableGroup; label: string }[] = [
  { id: 'environment', label: 'Environments' },
  { id: 'title', label: 'Titles' },
  { id: 'creator_id', label: 'Creators' },
  { id: 'day', label: 'Days' },
]

interface UsageTabsProps {
  month: string
  environmentId: string | undefined
  /** Null while nothing is counted; undefined while it is not known. */
  countedUntil: string | null | undefined
  hrefOf: (environmentId: string) => string
}

const Table = ({ group, ...props }: UsageTabsProps & { group: TableGroup }) => {
  const { month, environmentId, countedUntil, hrefOf } = props
  const query = useUsage({ month, groupBy: group, environmentId })
  return (
    <Card
      isFlush
      isFailing={query.isLoadingError}
      footer={
        <p className="usage-note">
          Months are in UTC. {countedUntil !== undefined && countedText(countedUntil)}
          {countedUntil && ' The last 26 hours may still change.'}
          {hasDataCosts(query.data?.data ?? []) &&
            ' The costs of Delivered and Stored include those of their data.'}
        </p>
      }
    >
      <UsageTable
        query={query}
        month={month}
        group={group}
        currency={query.data?.currency ?? null}
        hrefOf={hrefOf}
      />
    </Card>
  )
}

export const UsageTabs = (props: UsageTabsProps) => {
  const { month, environmentId } = props
  const setSearch = useSetSearch()
  const asked = useSearchValue('by')
  const shown = environmentId === undefined ? tabs : tabs.slice(1)
  const group = shown.find(({ id }) => id === asked)?.id ?? shown[0]!.id
  const { isDownloading, start } = useDownload()
  const [isCallOpen, setCallOpen] = useState(false)
  // A file has what the table has no room for.
  const fileOf = { month, groupBy: group, environmentId, limit: usageLimits.maxNames }
  return (
    <>
      <PanelTabs
        label="Usage by"
        selectedId={group}
        onChange={(id) => setSearch({ by: id === shown[0]!.id ? undefined : id })}
        tabs={shown.map(({ id, label }) => ({
          id,
          label,
          content: <Table {...props} group={id} />,
        }))}
        aside={
          <>
            <Button kind="ghost" icon={<CodeIcon size={14} />} onClick={() => setCallOpen(true)}>
              <span className="usage-csv">API call</span>
            </Button>
            <Button
              kind="ghost"
              icon={<DownloadIcon size={14} />}
              isLoading={isDownloading}
              onClick={() => void start(usage.list, queryOf(fileOf))}
            >
              <span className="usage-csv">CSV</span>
            </Button>
          </>
        }
      />
      <ApiCall
        month={month}
        group={group}
        isOfAll={environmentId === undefined}
        isOpen={isCallOpen}
        onClose={() => setCallOpen(false)}
      />
    </>
  )
}
