// gif
