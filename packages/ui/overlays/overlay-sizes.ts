export const modalMinWidth = 360
export const modalMaxWidth = 600
export const drawerWidth = 600
export const fullScreenModalWidths = { narrow: 600, wide: 800 }
export const dropdownMaxHeight = 500
export const tooltipMaxWidth = 300
export const tooltipOffset = 10
export const tooltipDelayMs = 0
