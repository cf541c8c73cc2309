import { type ComponentType, createContext } from "react";

/** The media library as a dialog. */
type PickerComponent = ComponentType<{
  open: boolean;
  /** what the picture is for: "Photo" */
  purpose: string;
  onClose: () => void;
  /** the address of the chosen picture */
  onPick: (address: string) => void;
}>;

/** Where pictures are chosen; the shell's, because the library is no part of the kit. */
export const PicturePicker = createContext<PickerComponent | undefined>(undefined);
