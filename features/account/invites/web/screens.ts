import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const invitesWeb = webFeature({
  screens: [
    {
      scope: 'bare',
      session: 'any',
      address: 'accept-organization-invite',
      alsoAt: ['accept-organization-invite/$inviteId'],
      title: 'Join organization',
      load: () => import('./join-screen.tsx'),
    },
  ],
})
