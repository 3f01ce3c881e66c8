import { useState } from 'react'
import { formatDay } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { MoreIcon, PlusIcon } from '@playhead/ui/icons/icons.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { domainsText, programsText } from './restriction-texts.ts'
import {
  type Restriction,
  restrictionPageSize,
  usePlaybackRestrictions,
} from './use-playback-restrictions.ts'

const RestrictionDialog = lazyDialog('RestrictionDialog', () => import('./restriction-dialog.tsx'))
const DeleteRestrictionDialog = lazyDialog(
  'DeleteRestrictionDialog',
  () => import('./delete-restriction-dialog.tsx'),
)

interface Opened {
  action: 'edit' | 'delete'
  restriction: Restriction
}

const columnsFor = (open: (opened: Opened) => void): Column<Restriction>[] => [
  {
    id: 'id',
    title: 'ID',
    isMain: true,
    render: ({ id }) => (
      <span className="font-mono text-xs">
        <CopyControl value={id} label="Copy the restriction id" />
      </span>
    ),
  },
  {
    id: 'domains',
    title: 'Sites',
    render: ({ referrer }) => (
      <span className="break-words">
        {domainsText(referrer.allowedDomains)}
        {referrer.allowNoReferrer && (
          <span className="block text-sm text-ink-3">and players outside of a site</span>
        )}
      </span>
    ),
  },
  { id: 'programs', title: 'Programs', render: ({ userAgent }) => programsText(userAgent) },
  {
    id: 'created',
    title: 'Created',
    render: ({ createdAt }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDay(Number(createdAt) * 1000)}</span>
    ),
  },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    width: 50,
    render: (restriction) => {
      const label = `Actions for ${domainsText(restriction.referrer.allowedDomains)}`
      return (
        <LazyMenu
          label={label}
          placement="bottom end"
          trigger={<IconButton size="sm" icon={<MoreIcon />} label={label} />}
          items={[
            { id: 'edit', label: 'Edit', onSelect: () => open({ action: 'edit', restriction }) },
            {
              id: 'delete',
              label: 'Delete',
              isDanger: true,
              onSelect: () => open({ action: 'delete', restriction }),
            },
          ]}
        />
      )
    },
  },
]

/** Referrers and user agents that may watch signed playback whose token names this restriction. */
export const PlaybackRestrictionsCard = ({ environmentName }: { environmentName: string }) => {
  const { list, page, hrefFor } = usePlaybackRestrictions()
  const creation = useToggle()
  const [opened, setOpened] = useState<Opened>()
  const dialog = opened && {
    restriction: opened.restriction,
    onClose: () => setOpened(undefined),
  }
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <>
      <Card
        isFlush
        title="Playback restrictions"
        description={`Rules of ${environmentName} for sites and programs. A token names its restriction as playback_restriction_id.`}
        isFailing={list.isLoadingError}
        actions={
          <Button icon={<PlusIcon />} onClick={creation.open}>
            Create restriction
          </Button>
        }
      >
        <DataTable
          label="Playback restrictions"
          columns={columnsFor(setOpened)}
          rows={list.data?.data}
          rowKey={({ id }) => id}
          skeletonRows={2}
          failure={
            list.isLoadingError
              ? { message: list.error.message, onRetry: () => void list.refetch() }
              : undefined
          }
          empty={
            <EmptyState title="No playback restrictions yet">
              Create one to let signed playback be watched on your own sites only.
            </EmptyState>
          }
          footer={
            totalCount > restrictionPageSize && (
              <Pagination
                page={page}
                pageSize={restrictionPageSize}
                totalCount={totalCount}
                hrefFor={hrefFor}
                label="Pages of playback restrictions"
              />
            )
          }
        />
      </Card>
      <RestrictionDialog isOpen={creation.isOpen} onClose={creation.close} />
      {dialog && opened.action === 'edit' && <RestrictionDialog isOpen {...dialog} />}
      {dialog && opened.action === 'delete' && <DeleteRestrictionDialog {...dialog} />}
    </>
  )
}
