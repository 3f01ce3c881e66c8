import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const alertsWeb = webFeature({
  screens: [
    // ALRT-003, SHELL-065, SHELL-066
    {
      scope: 'environment',
      address: 'alerts/incidents',
      title: 'Incidents',
      navigation: {
        section: 'Data',
        label: 'Alerts',
        icon: 'bell',
        order: 70,
        address: 'alerts',
        target: ({ alertingV2 }) => (alertingV2 ? 'alerts/incidents?status=open' : 'alerts'),
      },
      load: () => import('./incidents/incidents-screen.tsx'),
    },
    // ALRT-007
    {
      scope: 'environment',
      address: 'alerts/incidents/threshold/$incidentId',
      title: 'Incident',
      load: () => import('./incident/incident-screen.tsx'),
    },
    // ALRT-008
    {
      scope: 'environment',
      address: 'alerts/incidents/anomaly/$incidentId',
      title: 'Anomaly Alert Incident',
      load: () => import('./incident/incident-screen.tsx'),
    },
    // ALRT-035: the older pages of the same incidents.
    {
      scope: 'environment',
      address: 'incidents',
      title: 'Incidents, older list',
      load: () => import('./older/older-incidents-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'incidents/$incidentId',
      title: 'Incident',
      load: () => import('./older/older-incident-screen.tsx'),
    },
    // ALRT-017
    {
      scope: 'environment',
      address: 'alerts/rules',
      title: 'Alert Rules',
      load: () => import('./rules/rules-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'alerts/rules/new',
      title: 'New alert rule',
      load: () => import('./rule/new-rule-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'alerts/rules/$ruleId',
      title: 'Alert rule',
      load: () => import('./rule/edit-rule-screen.tsx'),
    },
  ],
})
