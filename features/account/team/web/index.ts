/** The organization page shows the team; it is loaded with that page, not with the dashboard. */
export const loadTeamSection = () => import('./team-section.tsx')
