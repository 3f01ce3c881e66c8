import { Badge, LiveBadge } from '@playhead/ui/badges/badge.tsx'
import { Banner } from '@playhead/ui/feedback/banner.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { BellIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Inline, Stack } from '@playhead/ui/layout/layout.tsx'
import { ProgressBar } from '@playhead/ui/feedback/progress-bar.tsx'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import { Loading, Skeleton, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { KitSection } from './kit-section.tsx'

const levels = ['info', 'success', 'warning', 'error'] as const
const messages = {
  info: 'A new version of the dashboard is available.',
  success: 'The export is ready.',
  warning: 'Your trial is about to expire.',
  error: "The API is in read-only mode. Changes can't be saved right now.",
}

export const KitFeedback = () => {
  return (
    <>
      <KitSection id="banners" title="Banners and toasts">
        <div className="overflow-hidden rounded-md border">
          {levels.map((level) => (
            <Banner
              key={level}
              level={level}
              message={messages[level]}
              action={level === 'info' ? { label: 'Refresh' } : undefined}
              onDismiss={() => toasts.show({ type: 'info', title: 'Dismissed' })}
            />
          ))}
        </div>
        <Inline>
          {levels.map((type) => (
            <Button
              key={type}
              onClick={() =>
                toasts.show({ type, title: `A toast of ${type}`, description: messages[type] })
              }
            >
              Show {type}
            </Button>
          ))}
        </Inline>
      </KitSection>
      <KitSection id="states" title="Loading, empty and failed">
        <div className="grid gap-4 lg:grid-cols-3">
          <Loading label="Loading the note">
            <Stack>
              <Skeleton width={180} height={28} />
              <SkeletonLines count={4} />
            </Stack>
          </Loading>
          <EmptyState
            title="No alerts yet"
            icon={<BellIcon size={20} />}
            action={<Button icon={<PlusIcon size={14} />}>New alert</Button>}
          >
            An alert tells you when a metric leaves the range you set.
          </EmptyState>
          <Card isFlush>
            <FailedState message="The server took too long to answer." onRetry={() => undefined} />
          </Card>
        </div>
      </KitSection>
      <KitSection id="progress" title="Progress, badges and scores">
        <ProgressBar label="Uploading Late Harbour" value={62} isLabelVisible />
        <ProgressBar label="Preparing" value={40} variant="striped" />
        <ProgressBar label="Counting" />
        <Inline>
          <LiveBadge />
          <Badge>Draft</Badge>
          <Badge tone="good">Ready</Badge>
          <Badge tone="warn">Preparing</Badge>
          <Badge tone="bad">Errored</Badge>
          <Badge tone="info">Test</Badge>
          {[88.9, 79.2, 62.5, null].map((score) => (
            <ScoreBadge key={score} score={score} />
          ))}
        </Inline>
      </KitSection>
    </>
  )
}
