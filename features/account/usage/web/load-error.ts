/** BILL-012 */
export const billingLoadError = "We're having trouble loading this page. Please try again later."
