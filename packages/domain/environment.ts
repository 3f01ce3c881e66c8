/** ACCT-038 */
export const environmentTypes = ['production', 'staging', 'development'] as const
export type EnvironmentType = (typeof environmentTypes)[number]
export const environmentTypeLabels: Record<EnvironmentType, string> = {
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
}
