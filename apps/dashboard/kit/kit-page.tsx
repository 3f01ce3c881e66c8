import { lazy, Suspense } from 'react'
import { Container, Stack } from '@playhead/ui/layout/layout.tsx'
import { LiveBadge } from '@playhead/ui/badges/badge.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { applyTheme } from '@playhead/ui/theme/theme.ts'
import { useTheme } from '@playhead/ui/theme/use-theme.ts'
import { KitActions } from './kit-actions.tsx'
import { KitContent } from './kit-content.tsx'
import { KitFeedback } from './kit-feedback.tsx'
import { KitFields } from './kit-fields.tsx'
import { KitFoundations } from './kit-foundations.tsx'
import { KitOverlays } from './kit-overlays.tsx'

const KitDates = lazy(async () => {
  const { KitDates: component } = await import('./kit-dates.tsx')
  return { default: component }
})

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auth', label: 'Auth' },
] as const

export const KitPage = () => {
  const theme = useTheme()
  return (
    <main className="py-4">
      <Container>
        <PageHeader title="Interface kit" meta={<LiveBadge />}>
          <SegmentedControl label="Theme" value={theme} onChange={applyTheme} options={themes} />
        </PageHeader>
        <Stack>
          <KitFoundations />
          <KitActions />
          <KitFields />
          <KitOverlays />
          <KitFeedback />
          <KitContent />
          <Suspense fallback={<SkeletonLines count={6} />}>
            <KitDates />
          </Suspense>
        </Stack>
      </Container>
    </main>
  )
}
