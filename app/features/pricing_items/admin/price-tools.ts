export { PricePicker } from "./price-picker.tsx";
export { PriceReading } from "./price-reading.tsx";
