import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const organizationsWeb = webFeature({
  screens: [
    {
      scope: 'account',
      address: 'account/organization',
      alsoAt: ['settings/organization'],
      title: 'Organization',
      tab: { label: 'Organization', order: 20 },
      gate: { isAdmin: true },
      load: () => import('./organization-screen.tsx'),
    },
    {
      scope: 'bare',
      address: 'create-organization',
      title: 'Create an organization',
      load: () => import('./create-organization/create-organization-screen.tsx'),
    },
  ],
})
