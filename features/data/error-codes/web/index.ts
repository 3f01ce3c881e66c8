import { lazyDialog } from '@playhead/web-kit/lazy-dialog.tsx'
import { webFeature } from '@playhead/web-kit/web-feature.ts'

/** Fetched when it is shown: what a front door hands on at once would come with the first page. */
export const ErrorCodeCard = lazyDialog('ErrorCodeCard', () => import('./error-code-card.tsx'))

export const errorCodesWeb = webFeature({
  screens: [
    {
      scope: 'settings',
      address: 'settings/categorize-errors',
      title: 'Categorize errors',
      load: () => import('./categorize-errors-screen.tsx'),
    },
  ],
})
