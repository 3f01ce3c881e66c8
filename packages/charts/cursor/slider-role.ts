/** A chart moves by steps and selects ranges of them, which no input element can do. */
export const sliderRole = { role: 'slider', tabIndex: 0 }
