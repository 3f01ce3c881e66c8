import { assets, masterAccessHours } from '@playhead/features/video/assets/contract'
import type { Asset } from '@playhead/features/video/assets/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { DownloadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { invalidatedByFiles } from './renditions-card.tsx'

const Opened = ({ master }: { master: NonNullable<Asset['master']> }) => {
  if (master.status === 'preparing') return <Badge tone="info">The file is being prepared</Badge>
  if (master.status === 'errored' || master.url === undefined)
    return <Badge tone="bad">The file could not be prepared</Badge>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <LinkButton icon={<DownloadIcon size={14} />} download href={master.url}>
        Download the master
      </LinkButton>
      <span className="min-w-0">
        <CopyControl value={master.url} label="Copy the address of the master" />
      </span>
    </div>
  )
}

/** The address alone grants the download, so it expires. */
export const MasterCard = ({ asset }: { asset: Asset }) => {
  const change = useCall(assets.updateMasterAccess, { invalidates: invalidatedByFiles })
  const isOpen = asset.masterAccess === 'temporary'
  const set = (masterAccess: 'temporary' | 'none') =>
    change.mutate(
      { params: { id: asset.id }, body: { masterAccess } },
      {
        onSuccess: () =>
          toasts.show({
            type: 'success',
            title: masterAccess === 'none' ? 'Master closed' : 'Master opened',
          }),
      },
    )
  const hasFailed = isOpen && asset.master?.status === 'errored'
  return (
    <Card
      title="Master"
      description={`The video in its best quality, open for download for ${masterAccessHours} hours`}
      actions={
        <>
          {(!isOpen || hasFailed) && asset.status !== 'errored' && (
            <Button isLoading={change.isPending} onClick={() => set('temporary')}>
              {hasFailed ? 'Try again' : `Open for ${masterAccessHours} hours`}
            </Button>
          )}
          {isOpen && (
            <Button isLoading={change.isPending} onClick={() => set('none')}>
              Close now
            </Button>
          )}
        </>
      }
    >
      {isOpen && asset.master ? <Opened master={asset.master} /> : undefined}
    </Card>
  )
}
