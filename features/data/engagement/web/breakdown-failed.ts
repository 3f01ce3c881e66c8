/** ENGA-021 */
export const breakdownFailed = {
  title: 'API Request Failed',
  message: 'Error retrieving engagement breakdown data',
} as const
