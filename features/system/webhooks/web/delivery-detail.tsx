import { useQuery } from '@tanstack/react-query'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { RefreshIcon } from '@playhead/ui/icons/icons.ts'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { webhooks } from '../contract.ts'
import { AttemptRow } from './attempt-row.tsx'

const refreshMs = 3000

interface DeliveryDetailProps {
  webhookId: string
  eventId: string
  isEnabled: boolean
}

/** Shows the request and the response, and can send the event again. */
export const DeliveryDetail = ({ webhookId, eventId, isEnabled }: DeliveryDetailProps) => {
  const params = { id: webhookId, eventId }
  const detail = useQuery({
    ...query(webhooks.retrieveDelivery, { params }, { quiet: true }),
    refetchInterval: refreshMs,
  })
  const resend = useCall(webhooks.resend, {
    invalidates: [webhooks.retrieveDelivery, webhooks.listDeliveries],
  })
  const send = () =>
    resend.mutate(
      { params },
      { onSuccess: () => toasts.show({ type: 'success', title: 'The event is sent again' }) },
    )
  if (detail.isLoadingError)
    return <FailedState message={detail.error.message} onRetry={() => void detail.refetch()} />
  const delivery = detail.data?.data
  return (
    <div className="p-3">
      {delivery ? (
        <Stack gap={3}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <CopyControl value={delivery.event.id} label="Copy the event id" />
            <Button
              size="sm"
              icon={<RefreshIcon size={14} />}
              disabled={!isEnabled}
              isLoading={resend.isPending}
              onClick={send}
            >
              Resend
            </Button>
          </div>
          <CodeBlock label="Event" text={JSON.stringify(delivery.payload, null, 2)} />
          {delivery.attempts.length > 0 && (
            <ol aria-label="Attempts" className="grid gap-4">
              {delivery.attempts.map((attempt) => (
                <AttemptRow key={attempt.id} attempt={attempt} />
              ))}
            </ol>
          )}
        </Stack>
      ) : (
        <SkeletonLines count={5} />
      )}
    </div>
  )
}
