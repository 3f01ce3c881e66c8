/** The organization page shows the team; its code loads with that page, not with the dashboard. */
export const loadTeamSection = () => import('./team-section.tsx')
